import { widgetTexts } from '../../texts/dashboards/widgets.ts'

/** Shows the number of rows that are not drawn; nothing if all are. */
export function MoreRows({ count }: { count: number }) {
  return count > 0 ? <p className="small-text faint widget-more">{widgetTexts.moreRows(count)}</p> : null
}
