/**
 * The unpatched library's outcomes of the random worlds of the seeds from 1 on: a digest of each
 * hundred. They change with the library or with the generator of the worlds; `node
 * packages/evm/dist/testing/write-world-digests.js` updates them.
 */

/** The number of worlds per digest. */
export const worldsEach = 100;

export const worldDigests: readonly string[] = [
  "71633cef8f0be8a1",
  "19830d7e441fc6b7",
  "25a1ed906d3690d0",
  "25a188498b16ac07",
  "2457489b11e31695",
  "68f056a70bb4c84e",
  "a85f9742167a8c25",
  "14f5e6f0d710561e",
  "b7cd09df13fe6532",
  "0e7666c50c540b37",
  "4c4a945610fe6466",
  "e8830ad583a9a8bb",
  "d3e1d7530703e8a4",
  "83337f0be0fe1619",
  "b5f9d48bfcee73d6",
  "0e1983d9796733d9",
  "ed0a1aafe5d152a4",
  "3d6c4909b348eb10",
  "80eaeaaf1bff856b",
  "5626d77118fdc918",
  "193320afb2c43509",
  "3169d8e5ddad65db",
  "4e8a2825e7cb7064",
  "7c95d3ffb57833f5",
  "682de66cd6a51619",
];
