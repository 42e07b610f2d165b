/** Says why no answer came from an origin, as far as what fetch threw tells. */
export function explainLoss(origin: string, error: unknown): string {
  const { code, message } = causeOf(error)
  const reason = [message, message?.includes(code ?? '') ? '' : code].filter(Boolean).join(', ')
  const page = globalThis.location?.origin
  // A browser does not tell its scripts that a service refuses their origin.
  const guess =
    page && page !== origin && !code
      ? ` It may be down, or it may not allow this page to call it: its setting ALLOWED_ORIGINS has to include ${page}.`
      : ''
  return `${origin} cannot be reached: ${reason}.${guess}`
}

/** Node's "fetch failed" has the reason in its cause. */
function causeOf(error: unknown): { code?: string; message?: string } {
  return ((error as { cause?: object }).cause ?? error) as { code?: string; message?: string }
}
