import { fromEvent } from 'file-selector'
import { type ReactNode, useRef } from 'react'
import { useUploading } from './uploading.js'

interface ChooserProps {
  /** Whether a folder is chosen, with its contents. */
  folder?: boolean
  className?: string | undefined
  /** The album to which the chosen files are added. */
  albumId?: string | undefined
  children: ReactNode
}

/** A button with which people choose files or a folder, and add them to the library. */
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
          // Lets people choose the same files again.
          target.value = ''
        }}
      />
    </>
  )
}
