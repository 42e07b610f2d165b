/** The library of the real service, and what a person in front of a browser does: asked of the test at that address. */
export async function readWorld(address) {
  const ask = async (path) => (await fetch(address + path)).text()
  return {
    ...JSON.parse(await ask('/world')),
    arrive: (url) => ask(`/arrive?url=${encodeURIComponent(url)}`),
    makeCode: () => ask('/code'),
  }
}
