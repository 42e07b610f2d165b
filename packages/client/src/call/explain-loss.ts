/** Explains why an origin did not answer, as far as the error of fetch tells. */
export function explainLoss(origin: string, error: unknown): string {
  const { code, message } = findCause(error)
  const reason = [message, message?.includes(code ?? '') ? '' : code].filter(Boolean).join(', ')
  const page = globalThis.location?.origin
  // A browser does not tell scripts that a service refuses their origin.
  const guess =
    page && page !== origin && !code
      ? ` It may be down, or it may not allow this page to call it: its setting ALLOWED_ORIGINS has to include ${page}.`
      : ''
  return `${origin} cannot be reached: ${reason}.${guess}`
}

/** Returns the reason of Node's "fetch failed", which is in its cause. */
function findCause(error: unknown): { code?: string; message?: string } {
  return ((error as { cause?: object }).cause ?? error) as { code?: string; message?: string }
}
