import { isProblem, type MediaLibraryError, type ProblemError } from '@media-library/client'
import { messages } from '../language/messages.js'

/** The title of a failure, and its reason and remedy. */
export interface Words {
  title: string
  detail: string
  /** The id of the request in the log of the service. */
  requestId?: string | undefined
}

/** A failure of the page itself. Its message is for people. */
export class PageError extends Error {
  readonly title: string

  constructor(title: string, detail: string) {
    super(detail)
    this.title = title
  }
}

/** Describes a failure. A problem that the page cannot cause has the texts of the service, and so has a cause that it does not know. */
export function toWords(error: unknown): Words {
  const { page, problems, causes, network, timeout, unexpected_answer } = messages.failures
  if (isProblem(error)) {
    const { problem, requestId } = error
    const code = hasWrongAddress(error) ? 'not_found' : error.code
    const words: { title: string; detail?: string } = Object.hasOwn(problems, code)
      ? problems[code as keyof typeof problems]
      : problem
    const cause = problem.errors?.[0]?.code ?? ''
    const reason = Object.hasOwn(causes, cause) ? causes[cause as keyof typeof causes] : problem.detail
    const { title, detail = reason } = words
    // The request id only helps to find a fault of the service.
    return { title, detail, requestId: problem.status >= 500 ? requestId : undefined }
  }
  if (error instanceof PageError) return { title: error.title, detail: error.message }
  if (isLoading(error)) return network
  const { code } = error as Partial<MediaLibraryError>
  if (code === 'network') return network
  if (code === 'timeout') return timeout
  if (code === 'unexpected_answer') return unexpected_answer
  return { title: page, detail: error instanceof Error ? error.message : String(error) }
}

/** Returns whether the address of the page has an id that cannot be one. Only addresses bring ids that the page does not know. */
function hasWrongAddress({ code, problem: { errors = [] } }: ProblemError) {
  return (
    code === 'invalid_request' && errors.length > 0 && errors.every(({ pointer }) => /^\/(path|query)\//.test(pointer))
  )
}

/** Returns whether a part of the page itself could not be loaded, by the messages of Chromium, Firefox and Safari. */
function isLoading(error: unknown) {
  return error instanceof TypeError && /dynamically imported module|importing a module script/i.test(error.message)
}
