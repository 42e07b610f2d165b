/** Reads the first piece, so that what fails at once throws here. What it returns is to be read to its end, or to be returned. */
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
