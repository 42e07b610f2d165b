import type { Client } from '@media-library/client'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { removeFromAlbum } from '../albums/remove.js'
import { jobs } from '../jobs/names.js'
import { runJobs } from '../jobs/run.js'
import type { Picture } from '../pictures/picture.js'
import { useSelected, useSelection } from '../selection/selection.js'
import { useService } from '../service/service.js'
import { untag } from '../tags/untag.js'
import { Icon } from '../ui/icon.js'

const NewAlbumDialog = lazy(async () => ({ default: (await import('../albums/new-album-dialog.js')).NewAlbumDialog }))

const TagDialog = lazy(async () => ({ default: (await import('../tags/tag-dialog.js')).TagDialog }))

const AddToAlbumDialog = lazy(async () => ({
  default: (await import('../albums/add-to-album-dialog.js')).AddToAlbumDialog,
}))

/** Browsers ask, or refuse, when a page starts more downloads than this. */
const MOST_DOWNLOADS = 10

/** What can be done with the selected pictures. */
export function SelectionBar() {
  const service = useService()
  const selection = useSelection()
  const selected = useSelected()
  const { albumId, tagId } = useParams({ strict: false })
  const [isMaking, setMaking] = useState(false)
  const [isTagging, setTagging] = useState(false)
  const [isAdding, setAdding] = useState(false)
  if (selected.length === 0) return null
  return (
    <div className="selection-bar" role="toolbar" aria-label="What is selected">
      <button type="button" className="plain" aria-label="Select nothing" onClick={selection.clear}>
        <Icon name="close" />
      </button>
      <strong role="status">{selected.length.toLocaleString()} selected</strong>
      <span className="space" />
      <button type="button" onClick={() => setMaking(true)}>
        <Icon name="plus" /> Album
      </button>
      <button type="button" onClick={() => setAdding(true)}>
        Add to…
      </button>
      {albumId !== undefined && (
        <button type="button" onClick={() => void removeFromAlbum(service, albumId, selected).then(selection.clear)}>
          Remove
        </button>
      )}
      <button type="button" onClick={() => setTagging(true)}>
        <Icon name="tags" /> Tag
      </button>
      {tagId !== undefined && (
        <button
          type="button"
          onClick={() => void untag(service, tagId, selected).then((isUntagged) => isUntagged && selection.clear())}
        >
          Untag
        </button>
      )}
      <label className="menu">
        <span className="hidden">Run a job</span>
        <select
          value=""
          onChange={({ target }) => {
            const job = jobs.find(([name]) => name === target.value)
            if (job) void runJobs(service, job[0], selected)
          }}
        >
          <option value="">Run a job…</option>
          {jobs.map(([name, words]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
        </select>
      </label>
      <button
        type="button"
        disabled={selected.length > MOST_DOWNLOADS}
        title={selected.length > MOST_DOWNLOADS ? `At most ${MOST_DOWNLOADS} files at once` : undefined}
        onClick={() => void downloadAll(service.client, selected)}
      >
        <Icon name="download" /> Download
      </button>
      <Suspense>
        {isTagging && <TagDialog pictures={selected} onClose={() => setTagging(false)} />}
        {isAdding && <AddToAlbumDialog pictures={selected} onClose={() => setAdding(false)} />}
      </Suspense>
      {isMaking && (
        <Suspense>
          <NewAlbumDialog
            pictures={selected}
            onClose={() => setMaking(false)}
            onMade={() => {
              setMaking(false)
              selection.clear()
            }}
          />
        </Suspense>
      )}
    </div>
  )
}

/** Lets the browser download each original, one after the other. */
async function downloadAll(client: Client, pictures: readonly Picture[]) {
  for (const picture of pictures) {
    const link = document.createElement('a')
    link.href = client.downloadUrl(picture)
    link.download = ''
    link.click()
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
}
