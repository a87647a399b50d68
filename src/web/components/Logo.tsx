/** The logo: a mill wheel, which turns while something runs. */
export function Logo({ size = 24, isTurning = false }: { size?: number; isTurning?: boolean }) {
  return (
    <svg
      className={isTurning ? 'wheel turning' : 'wheel'}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M1.6 3.4H11.5A10.3 10.3 0 0 1 21.8 13.7V15" />
      <g className="spokes">
        <circle cx="11.5" cy="13.7" r="4.3" />
        <path d="M11.5 9.4V6.8M14.5 10.700L16.4 8.800M15.8 13.700H18.400M14.5 16.700L16.4 18.600M11.5 18V20.600M8.5 16.700L6.6 18.600M7.2 13.700H4.600M8.5 10.700L6.6 8.8" />
      </g>
    </svg>
  )
}
