// A board as a picture: the drawing with its colours written in, so that it needs no style sheet.

const PROPERTIES = [
  "fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-dasharray",
  "opacity", "fill-opacity", "font-family", "font-size", "font-weight",
];

/** What a property is without being said; writing it out would only make the file larger. */
const DEFAULTS: Record<string, string> = {
  fill: "rgb(0, 0, 0)",
  stroke: "none",
  "stroke-width": "1px",
  "stroke-linecap": "butt",
  "stroke-linejoin": "miter",
  "stroke-dasharray": "none",
  opacity: "1",
  "fill-opacity": "1",
};

function writeStyle(from: Element, to: Element): void {
  const style = getComputedStyle(from);
  const isText = from.tagName === "text";
  for (const name of PROPERTIES) {
    const value = style.getPropertyValue(name);
    if (name.startsWith("font") ? isText : value && value !== DEFAULTS[name]) {
      to.setAttribute(name, value);
    }
  }
  // Pieces stand where CSS puts them; other programs read only the attribute.
  const { transform } = style;
  const box = to.getAttribute("transform");
  if (transform !== "none" && !box) to.setAttribute("transform", transform);
  to.removeAttribute("style");
  to.removeAttribute("class");
  Array.from(from.children).forEach((child, index) => {
    const copy = to.children[index];
    if (copy) writeStyle(child, copy);
  });
}

/** The SVG text of a drawing that is on the page, `size` pixels wide. */
export function pictureSvg(svg: SVGSVGElement, size: number): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  writeStyle(svg, copy);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(size));
  copy.setAttribute("height", String(size));
  copy.removeAttribute("aria-hidden");
  return new XMLSerializer().serializeToString(copy);
}

export async function pictureCanvas(svg: SVGSVGElement, size: number): Promise<HTMLCanvasElement> {
  const image = new Image(size, size);
  const text = pictureSvg(svg, size);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = size;
  canvas.height = size;
  canvas.getContext("2d")?.drawImage(image, 0, 0, size, size);
  return canvas;
}

export function canvasBlob(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png");
  });
}
