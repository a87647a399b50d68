import type { PageSettings, PageSettingsPatch } from '../../schema/page/page-settings.ts'
import { request } from './http/request.ts'

const address = '/api/page-settings'

/** Settings of the page for all users. */
export function readPageSettings(signal: AbortSignal): Promise<PageSettings> {
  return request(address, { signal })
}

export function changePageSettings(patch: PageSettingsPatch): Promise<PageSettings> {
  return request(address, { method: 'PATCH', body: patch })
}
