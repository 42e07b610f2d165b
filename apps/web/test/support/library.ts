import type { Client } from '@media-library/client'
import sharp from 'sharp'

/** Adds that many photos of each day, whose names contain the times at which they were taken, and other files. */
export async function addDays(client: Client, days: Record<string, number>, others: File[] = []): Promise<void> {
  const names = Object.entries(days).flatMap(([day, count]) =>
    Array.from(
      { length: count },
      (_, index) => `IMG_${day.replaceAll('-', '')}_12${String(index).padStart(2, '0')}00.jpg`,
    ),
  )
  const photos = await Promise.all(
    names.map(async (name, index) => new File([Uint8Array.from(await draw(index, 0))], name)),
  )
  const outcomes = await client.uploadFiles([...photos, ...others])
  const ids = outcomes.flatMap((outcome) => ('id' in outcome ? [outcome.id] : []))
  await client.waitForJobs(ids, { name: 'refresh-metadata' })
  await client.waitForJobs(ids, { name: 'regenerate-thumbnail' })
}

/** Draws a photo that differs from those of all other numbers. */
export async function draw(index: number, other: number): Promise<Buffer> {
  const background = { r: (index * 37) % 256, g: (index * 91) % 256, b: 128 }
  return sharp({ create: { width: 96 + other, height: 72, channels: 3, background } })
    .jpeg()
    .toBuffer()
}
