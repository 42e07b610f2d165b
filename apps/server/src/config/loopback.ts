/** Returns whether only this machine reaches what listens on that host. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127\..*|::1)$/i.test(host)
}
