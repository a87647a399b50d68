/** The browser has read the address by then. */
const revokeDelayMs = 60_000

/** Hands a file to the browser, which keeps it where downloads go. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), revokeDelayMs)
}
