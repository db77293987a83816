#!/usr/bin/env bash
# Makes an image of a packed file: build.sh FILE [ARGUMENTS OF BUILDAH]
# npm installs the package here, and not in the image, which has Node without npm. No dependency is compiled: those with
# binaries have them for every system inside.
set -euo pipefail

file=$(realpath "$1")
shift
context=$(mktemp -d)
trap 'rm -rf "$context"' EXIT
mkdir "$context/tandem"
npm install --prefix "$context/tandem" --ignore-scripts --no-audit --no-fund "$file"
cp "$(dirname "$0")/Containerfile" "$context"
buildah build --tag tandem "$@" "$context"
