import { fieldLinkAddress } from '../../schema/page/field-link.ts'
import { usePageSettings } from '../state/use-page-settings.ts'

/** A link at a value: its text, and an address on another server. */
interface ValueLink {
  label: string
  address: string
}

/** The links of a value of a field, in the order of the settings. */
export function useFieldLinks(field: string, value: string | number): ValueLink[] {
  const { data } = usePageSettings()
  const links = data?.field_links.filter(link => link.field === field) ?? []
  return links.flatMap(({ label, url }) => {
    const address = fieldLinkAddress(url, String(value))
    return address === undefined ? [] : [{ label, address }]
  })
}
