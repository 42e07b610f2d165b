/** Counts the videos of a tag. */
export async function countVideos(client, tagId) {
  let count = 0
  for await (const { type } of client.getTagAssets(tagId)) if (type === 'VIDEO') count += 1
  return count
}
