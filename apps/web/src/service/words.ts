import { isProblem, type MediaLibraryError } from '@media-library/client'
import { messages } from '../language/messages.js'

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

/** Puts a failed call into words. What no page ever causes is said in the words of the service. */
export function wordsOf(error: unknown): Words {
  const { page, problems, network, timeout, unexpected_answer } = messages.failures
  if (isProblem(error)) {
    const { code, problem, requestId } = error
    const words = Object.hasOwn(problems, code) ? problems[code as keyof typeof problems] : problem
    // Somebody can look for a fault of the service alone.
    return { title: words.title, detail: words.detail, requestId: problem.status >= 500 ? requestId : undefined }
  }
  if (error instanceof PageError) return { title: error.title, detail: error.message }
  if (isLoading(error)) return network
  const { code } = error as Partial<MediaLibraryError>
  if (code === 'network') return network
  if (code === 'timeout') return timeout
  if (code === 'unexpected_answer') return unexpected_answer
  return { title: page, detail: error instanceof Error ? error.message : String(error) }
}

/** Whether a part of the page itself could not be loaded, in the words of Chromium, Firefox and Safari. */
function isLoading(error: unknown) {
  return error instanceof TypeError && /dynamically imported module|importing a module script/i.test(error.message)
}
