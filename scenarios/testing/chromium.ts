import { type Browser, chromium } from 'playwright-core'
import { programPath } from './programs.ts'

/** Starts Debian's Chromium without a GPU and without requests of its own. */
export async function openBrowser(): Promise<Browser> {
  return await chromium.launch({
    executablePath: programPath('chromium'),
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
    ],
  })
}
