// The elements and attributes of SVG that draw and do nothing else, in their own spelling: the light tree is in lower case.

const ELEMENTS = (
  'svg g defs symbol use switch title desc style path rect circle ellipse line polyline polygon text tspan textPath image ' +
  'marker linearGradient radialGradient stop pattern clipPath mask filter feBlend feColorMatrix feComponentTransfer ' +
  'feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB ' +
  'feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting ' +
  'feSpotLight feTile feTurbulence animate animateMotion animateTransform mpath set'
).split(' ')

/** Removed elements whose content may stay: a link, and groupings of other vocabularies. */
export const UNWRAPPED: ReadonlySet<string> = new Set(['a'])

const ATTRIBUTES = (
  'id class style lang transform x y width height viewBox preserveAspectRatio version d r rx ry cx cy x1 y1 x2 y2 points ' +
  'pathLength dx dy rotate textLength lengthAdjust startOffset method spacing side href offset fx fy fr gradientUnits ' +
  'gradientTransform spreadMethod patternUnits patternContentUnits patternTransform clipPathUnits maskUnits ' +
  'maskContentUnits mask-type markerUnits markerWidth markerHeight refX refY orient filterUnits primitiveUnits in in2 result ' +
  'type values mode operator k1 k2 k3 k4 order kernelMatrix divisor bias targetX targetY edgeMode preserveAlpha ' +
  'kernelUnitLength surfaceScale diffuseConstant specularConstant specularExponent limitingConeAngle pointsAtX pointsAtY ' +
  'pointsAtZ z scale xChannelSelector yChannelSelector azimuth elevation stdDeviation radius baseFrequency numOctaves seed ' +
  'stitchTiles tableValues slope intercept amplitude exponent requiredFeatures systemLanguage ' +
  // How things look: each of these is a CSS property too.
  'alignment-baseline baseline-shift clip clip-path clip-rule color color-interpolation color-interpolation-filters ' +
  'color-rendering cursor direction display dominant-baseline fill fill-opacity fill-rule filter flood-color flood-opacity ' +
  'font font-family font-size font-size-adjust font-stretch font-style font-variant font-weight image-rendering ' +
  'letter-spacing lighting-color marker marker-end marker-mid marker-start mask mix-blend-mode opacity overflow paint-order ' +
  'pointer-events shape-rendering stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap ' +
  'stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-anchor text-decoration text-rendering ' +
  'transform-origin unicode-bidi vector-effect visibility white-space word-spacing writing-mode ' +
  // Motion.
  'attributeName attributeType begin dur end repeatCount repeatDur restart min max by from to calcMode keyTimes keySplines ' +
  'keyPoints path additive accumulate origin role aria-label aria-hidden'
).split(' ')

/** By the name in lower case. */
export const SVG_ELEMENTS: ReadonlyMap<string, string> = new Map(
  ELEMENTS.map((name) => [name.toLowerCase(), name]),
)
export const SVG_ATTRIBUTES: ReadonlyMap<string, string> = new Map(
  ATTRIBUTES.map((name) => [name.toLowerCase(), name]),
)

export const ANIMATIONS: ReadonlySet<string> = new Set([
  'animate',
  'animatemotion',
  'animatetransform',
  'set',
])
