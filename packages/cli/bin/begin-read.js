// Reads a file while a start does other work. Plain JavaScript, since it is copied into the package.
const { closeSync, fstatSync, openSync, read } = require("node:fs");

/**
 * Begins to read a file in a thread of Node's own, while this one does other work.
 * @returns {Promise<Buffer>} rejects as `read` does, and if the file became shorter.
 */
function beginRead(file) {
  const descriptor = openSync(file);
  const { size } = fstatSync(descriptor);
  const bytes = Buffer.allocUnsafeSlow(size);
  return new Promise((resolve, reject) => {
    read(descriptor, bytes, 0, size, 0, (error, count) => {
      closeSync(descriptor);
      if (error) reject(error);
      else if (count < size) reject(new Error(`${file}: ${count} of ${size} bytes were read`));
      else resolve(bytes);
    });
  });
}

module.exports = { beginRead };
