import { isProblem, type MediaLibraryError } from '@media-library/client'

/** What a failure is called, and what can be done about it. */
export interface Words {
  title: string
  detail: string
  /** Names the request in the log of the service. */
  requestId?: string | undefined
}

/** A failure of the page itself, in words for people. */
export class PageError extends Error {
  readonly title: string

  constructor(title: string, detail: string) {
    super(detail)
    this.title = title
  }
}

const unreachable = {
  network: {
    title: 'The service cannot be reached',
    detail: 'Check that it is running and that this device is online. Nothing was lost; try again.',
  },
  timeout: { title: 'The service did not answer in time', detail: 'It may be busy. Try again in a moment.' },
  unexpected_answer: {
    title: 'Something else answered in place of the service',
    detail: 'A proxy in front of it may have failed. Try again in a moment.',
  },
}

/** Addresses and links lead to what is not there any more. */
const gone: Words = {
  title: 'This is not here any more',
  detail: 'It was deleted, or nobody shares it with you now. The address may also be mistyped.',
}

/** Puts a failed call into words: those of the problem, where the service answered. */
export function wordsOf(error: unknown): Words {
  if (isProblem(error)) {
    if (isProblem(error, 'not_found')) return gone
    const { title, detail } = error.problem
    // Its detail tells all.
    if (isProblem(error, 'name_taken')) return { title, detail, requestId: error.requestId }
    const firsts = (error.problem.errors ?? []).slice(0, 3).map((fault) => fault.detail)
    return { title, detail: [detail, ...firsts].join(' '), requestId: error.requestId }
  }
  if (error instanceof PageError) return { title: error.title, detail: error.message }
  if (isLoading(error)) return unreachable.network
  const { code } = error as Partial<MediaLibraryError>
  if (code && code in unreachable) return unreachable[code as keyof typeof unreachable]
  return { title: 'The page failed', detail: error instanceof Error ? error.message : String(error) }
}

/** Whether a part of the page itself could not be loaded, in the words of Chromium, Firefox and Safari. */
function isLoading(error: unknown) {
  return error instanceof TypeError && /dynamically imported module|importing a module script/i.test(error.message)
}
