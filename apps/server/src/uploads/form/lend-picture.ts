import { CreateProfileImage } from '@media-library/contract'
import type { FilePlace } from '@media-library/media'
import type { FreeSpace } from '../incoming/free-space.js'
import type { Incoming } from '../incoming/incoming.js'
import type { FormShape, ReceivedFile } from './receive-form.js'
import { type FormRequest, receiveWatched, type SenderWatch } from './receive-watched.js'

/** The largest form with a picture in bytes. */
export const PICTURE_BYTES = 20_000_000

const pictureForm: FormShape<CreateProfileImage, { file: ReceivedFile }> = {
  schema: CreateProfileImage,
  parts: ['file'],
}

/** Receives a picture, and lends its file until `use` has ended. The folder around it may be used for temporary files. */
export async function lendPicture<T>(
  { incoming, freeSpace, ...watch }: SenderWatch & { incoming: Incoming; freeSpace: FreeSpace },
  request: FormRequest,
  use: (picture: FilePlace) => Promise<T>,
): Promise<T> {
  const staging = await incoming.begin(request.caller.user.id)
  try {
    const folder = staging.files
    const form = await receiveWatched(watch, request, {
      folder,
      shape: pictureForm,
      limits: { bytes: PICTURE_BYTES, sidecarBytes: 0 },
      writing: () => ({ onBytes: (bytes) => freeSpace.take(folder, bytes), onStart: async () => {} }),
    })
    return await use({ folder, path: form.files.file.path })
  } finally {
    await staging.end()
  }
}
