/** Says how many items there are, such as `1 item` or `1,234 items`. */
export function itemsOf(count: number): string {
  return count === 1 ? '1 item' : `${count.toLocaleString()} items`
}
