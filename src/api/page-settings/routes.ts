import { describeEntry } from '../../metadata/audit/pending-entry.ts'
import type { StoredPageSettings } from '../../metadata/page-settings/stored-page-settings.ts'
import { Fault } from '../../schema/fault.ts'
import { expectedTemplate, isLinkTemplate } from '../../schema/page/field-link.ts'
import { FieldLink, PageSettings, PageSettingsPatch } from '../../schema/page/page-settings.ts'
import { changedMembers } from '../audit/describe.ts'
import { callerOf } from '../auth/access.ts'
import type { App } from '../http/app.ts'
import { refTo } from '../http/schemas.ts'

const url = '/api/page-settings'
const response = { 200: refTo(PageSettings) }

/** Settings of the page for all users: users who search read them, holders of manage_rules change them. */
export function pageSettingsRoutes(app: App, settings: Pick<StoredPageSettings, 'get' | 'change'>): void {
  app.addSchema(FieldLink)
  app.addSchema(PageSettings)
  app.addSchema(PageSettingsPatch)
  app.get(
    url,
    { config: { access: 'search' }, schema: { summary: 'Settings of the page for all users', response } },
    async () => await settings.get(),
  )
  app.patch(
    url,
    {
      config: { access: 'manage_rules' },
      schema: {
        summary: 'Change settings of the page for all users',
        body: refTo(PageSettingsPatch),
        response,
      },
    },
    async request => {
      refuseBadLinks(request.body.field_links ?? [])
      const before = await settings.get()
      const after = await settings.change(request.body, callerOf(request).user.username)
      describeEntry({ changes: changedMembers(request.body, before, after) })
      return after
    },
  )
}

/** Throws validation, with each link whose address is no template. */
function refuseBadLinks(links: readonly FieldLink[]): void {
  const faults = links.flatMap(({ url }, index): [string, string[]][] =>
    isLinkTemplate(url) ? [] : [[`field_links[${index}].url`, [expectedTemplate]]],
  )
  if (faults.length > 0) throw new Fault('validation', { fields: Object.fromEntries(faults) })
}
