/**
 * The code of a link that signs in; empty without one. It is removed from the address and the history before anything else can read it.
 */
export const linkCode = location.pathname === '/auth/link' ? location.hash.slice(1) : ''

if (linkCode !== '') history.replaceState(null, '', location.pathname)
