module.exports = {
  hooks: {
    // The packages of Node for Linux hold programs for glibc, and do not say so: elsewhere the installed Node is used.
    readPackage: (manifest) => (/^node-linux-/.test(manifest.name) ? { ...manifest, libc: ['glibc'] } : manifest),

    // Nobody installs what a build copied into its package.
    beforePacking: ({ copiedDependencies = [], dependencies = {}, ...manifest }) => {
      const needed = Object.entries(dependencies).filter(([name]) => !copiedDependencies.includes(name))
      return { ...manifest, dependencies: Object.fromEntries(needed) }
    },
  },
}
