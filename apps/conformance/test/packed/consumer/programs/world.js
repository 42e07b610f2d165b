/**
 * Reads the library of the real service, and the links that a person would open in a browser, from the test at that address.
 */
export async function readWorld(address) {
  const ask = async (path) => (await fetch(address + path)).text()
  return {
    ...JSON.parse(await ask('/world')),
    arrive: (url) => ask(`/arrive?url=${encodeURIComponent(url)}`),
    makeCode: () => ask('/code'),
  }
}
