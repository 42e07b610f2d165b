/**
 * Returns the memory of a chunk to the system at once, unless other data shares it. The chunk is empty afterwards. V8 would keep its memory
 * until it collects garbage, which it does far more often when many chunks pass.
 */
export function releaseMemory({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && byteLength === buffer.byteLength) buffer.transfer(0)
}
