import { widgetTexts } from '../texts/widgets.ts'

/** Says how many rows are not drawn; nothing where there are none. */
export function MoreRows({ count }: { count: number }) {
  return count > 0 ? <p className="faint widget-more">{widgetTexts.moreRows(count)}</p> : null
}
