import { fromEvent } from 'file-selector'
import { type ReactNode, useRef } from 'react'
import { useUploading } from './uploading.js'

interface ChooserProps {
  /** Whether a folder is chosen, with all that is in it. */
  folder?: boolean
  className?: string | undefined
  /** The album that gets what is chosen. */
  albumId?: string | undefined
  children: ReactNode
}

/** A button that lets somebody choose files, or a folder, and adds them to the library. */
export function Chooser({ folder = false, className, albumId, children }: ChooserProps) {
  const { add } = useUploading()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button type="button" className={className} onClick={() => input.current?.click()}>
        {children}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        {...(folder && { webkitdirectory: '' })}
        onChange={({ nativeEvent, target }) => {
          void add(fromEvent(nativeEvent), albumId)
          // The same files can be chosen again.
          target.value = ''
        }}
      />
    </>
  )
}
