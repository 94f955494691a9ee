/** The hatching of districts whose seats are all adopted; map.css refers to it by its id. */
export function FullPattern() {
  return (
    <svg aria-hidden className="absolute size-0">
      <pattern id="district-full" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path d="M0 0h6v6H0z" className="fill-land" />
        <path d="M0 0v6" className="stroke-ink-2 stroke-2" />
      </pattern>
    </svg>
  );
}
