import type { IncomingMessage } from 'node:http'
import type { CredentialWatch } from '../../users/still-valid.js'
import { type PaceLimits, watchPace } from '../pace.js'
import type { Uploader } from '../uploader.js'
import { type FormReceiving, type ReceivedForm, receiveForm } from './receive-form.js'

/** What ends the request of a sender. */
export interface SenderWatch {
  pace: PaceLimits
  credentials: CredentialWatch
}

/** A request with a form, and its sender. */
export interface FormRequest {
  request: IncomingMessage
  caller: Uploader
  /** Tells the client to send the body. */
  begin: () => void
}

/** Receives a form as `receiveForm` does, while its sender keeps the pace and may still act. Throws `request_timeout`, `unauthenticated`. */
export async function receiveWatched<Fields, Files>(
  { pace, credentials }: SenderWatch,
  { request, caller, begin }: FormRequest,
  { folder, ...receiving }: Omit<FormReceiving<Fields, Files>, 'signal'> & { folder: string },
): Promise<ReceivedForm<Fields, Files>> {
  const stopping = new AbortController()
  const stop = (problem: Error) => stopping.abort(problem)
  const endPace = watchPace(request, pace, stop)
  const endWatch = credentials.watch(caller.credentialId, stop)
  try {
    begin()
    return await receiveForm(request, folder, { ...receiving, signal: stopping.signal })
  } finally {
    endPace()
    endWatch()
  }
}
