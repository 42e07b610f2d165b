/** The Trusted Types of a browser. The policy of the page lets no text become the address of a script. */
interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => {
    createScriptURL: (url: string) => URL
  }
}

/** Returns the address of a script of the page itself, in the form that the browser accepts. */
export function scriptUrl(name: string, url: string): URL | string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  return trustedTypes?.createPolicy(name, { createScriptURL: (url) => url }).createScriptURL(url) ?? url
}
