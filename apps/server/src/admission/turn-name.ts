/** Returns the name under which a caller takes turns. All links of a user have one, so that many links give nobody more turns. */
export function toTurnName(callerId: string, link: { userId: string } | null | undefined): string {
  return link ? `links of ${link.userId}` : callerId
}
