import type { ComponentProps } from 'react'
import { followLink } from '../state/location.ts'

/** A link to a page of this program. */
export function Link({ href, ...attributes }: ComponentProps<'a'> & { href: string }) {
  return <a href={href} {...attributes} onClick={followLink} />
}
