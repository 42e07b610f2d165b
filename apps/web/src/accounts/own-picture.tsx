import { isProblem, type User } from '@media-library/client'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { messages } from '../language/messages.js'
import { useService } from '../service/service.js'
import { PageError } from '../service/words.js'
import { Avatar } from '../ui/avatar.js'
import { Failure } from '../ui/notices/failure.js'
import styles from './own-account.module.css'

/** The picture of the signed-in user, and the ways to choose and to remove it. */
export function OwnPicture({ me }: { me: User }) {
  const { queries } = useService()
  const input = useRef<HTMLInputElement>(null)
  const choosing = useMutation(queries.createProfileImage())
  const removing = useMutation(queries.deleteProfileImage())
  const error = choosing.error ?? removing.error
  const isPending = choosing.isPending || removing.isPending
  const { account } = messages
  return (
    <section aria-label={account.picture}>
      <h2>{account.picture}</h2>
      {error && <Failure error={isProblem(error, 'not_media') ? notPhoto() : error} />}
      <div className={styles['picture']}>
        <Avatar user={me} isLarge />
        <button type="button" disabled={isPending} onClick={() => input.current?.click()}>
          {account.choosePicture}
        </button>
        {me.profileImagePath !== '' && (
          <button type="button" className="danger-quiet" disabled={isPending} onClick={() => removing.mutate()}>
            {account.removePicture}
          </button>
        )}
        <input
          ref={input}
          type="file"
          accept="image/*"
          hidden
          onChange={({ target }) => {
            const [file] = target.files ?? []
            removing.reset()
            if (file) choosing.mutate(file)
            // Lets people choose the same file again.
            target.value = ''
          }}
        />
      </div>
    </section>
  )
}

function notPhoto() {
  const { notPhoto, notPhotoToDo } = messages.account
  return new PageError(notPhoto, notPhotoToDo)
}
