import type { downloadZip } from './download-zip.js'

/** Loads the code for downloads, and downloads. */
export async function download(...what: Parameters<typeof downloadZip>): Promise<void> {
  return (await import('./download-zip.js')).downloadZip(...what)
}
