import { makePhotos, type PhotoFolders } from './make-photos.js'

export type PhotoProgress = { done: number; total: number } | { fault: string } | { finished: true }

const tell = (progress: PhotoProgress) => process.send?.(progress)

process.on('message', (folders: PhotoFolders) => {
  makePhotos(folders, (done, total) => tell({ done, total })).then(
    () => tell({ finished: true }),
    (error: Error) => tell({ fault: error.message }),
  )
})
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
