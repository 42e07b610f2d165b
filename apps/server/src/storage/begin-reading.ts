/** Reads the first piece, so that an immediate failure throws here. Read the result to its end, or call its `return`. */
export async function beginReading<Piece>(pieces: AsyncGenerator<Piece>): Promise<AsyncIterableIterator<Piece>> {
  let first: IteratorResult<Piece> | null = await pieces.next()
  const begun: AsyncIterableIterator<Piece> = {
    [Symbol.asyncIterator]: () => begun,
    next: async () => {
      const piece = first ?? (await pieces.next())
      first = null
      return piece
    },
    return: () => pieces.return(undefined),
  }
  return begun
}
