/**
 * Loads the coasts of the world (Natural Earth, 1:50,000,000), which are a few kilometres off. Returns whether a position in
 * degrees is on land.
 */
export async function loadLand(): Promise<(position: { latitude: number; longitude: number }) => boolean> {
  const [{ default: whichPolygon }, { land }] = await Promise.all([
    import('which-polygon'),
    import('../../generated/land.js'),
  ])
  const find = whichPolygon(JSON.parse(land))
  return ({ latitude, longitude }) => find([longitude, latitude]) !== null
}
