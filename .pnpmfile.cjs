// The packages of Node for Linux hold programs for glibc, and do not say so: elsewhere the installed Node is used.
module.exports = {
  hooks: {
    readPackage: (manifest) => (/^node-linux-/.test(manifest.name) ? { ...manifest, libc: ['glibc'] } : manifest),
  },
}
