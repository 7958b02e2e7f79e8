"use strict";
// The map of a report page: zooming, layers, and what a pointer or the keyboard selects.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const [map, frame, chosen, card] = ["map", "frame", "chosen", "card"].map((id) => document.getElementById(id));
  const [width, height] = data.size;
  const pace = matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
  let zoom = 1;
  let picked = null;

  // -- drawing on the map --------------------------------------------------------------------

  const draw = (kind, shape) => {
    const path = document.createElementNS(map.namespaceURI, "path");
    path.setAttribute("class", kind);
    path.setAttribute("d", shape);
    chosen.append(path);
  };
  const outline = (label, scale = 1) => {
    const [x, y] = data.hexes[label];
    return "M" + data.corners.map(([dx, dy]) => `${x + dx * scale} ${y + dy * scale}`).join("L") + "Z";
  };
  const known = (labels) => labels.filter((label) => label in data.hexes);
  const lineThrough = (labels) => "M" + known(labels).map((label) => data.hexes[label].join(" ")).join("L");
  const cross = (label) => {
    const [x, y] = data.hexes[label];
    const r = data.pitch * 0.3;
    return `M${x - r} ${y - r}L${x + r} ${y + r}M${x - r} ${y + r}L${x + r} ${y - r}`;
  };
  const clear = () => {
    chosen.replaceChildren();
    document.querySelectorAll(".lit").forEach((lit) => lit.classList.remove("lit"));
  };

  function drawHexes(labels) {
    const outlines = known(labels).map((label) => outline(label)).join("");
    draw("halo", outlines);
    draw("hex", outlines);
  }

  function drawZonesAndSupply(refs) {
    const lines = refs.map((ref) => data.supply[ref]).filter(Boolean);
    for (const ref of refs) {
      const zone = known(data.zoc[ref] ?? []);
      if (zone.length) draw("area", zone.map((label) => outline(label, 0.92)).join(""));
    }
    for (const line of lines) {
      if (line.path.length > 1) {
        draw("halo", lineThrough(line.path));
        draw("line", lineThrough(line.path));
      }
      const cut = known(line.cut);
      if (cut.length) {
        draw("halo", cut.map(cross).join(""));
        draw("cut", cut.map((label) => cross(label) + outline(label, 0.9)).join(""));
      }
    }
  }

  // -- zooming and scrolling -----------------------------------------------------------------

  function zoomTo(to, at = [frame.clientWidth / 2, frame.clientHeight / 2]) {
    const [x, y] = [(frame.scrollLeft + at[0]) / zoom, (frame.scrollTop + at[1]) / zoom];
    zoom = Math.min(4, Math.max(0.15, to));
    map.style.width = `${width * zoom}px`;
    map.style.height = `${height * zoom}px`;
    frame.scrollLeft = x * zoom - at[0];
    frame.scrollTop = y * zoom - at[1];
  }
  const wholeMap = () => Math.min(frame.clientWidth / width, frame.clientHeight / height);

  function boundsOf(labels) {
    const points = known(labels).map((label) => data.hexes[label]);
    const [xs, ys] = [0, 1].map((i) => points.map((point) => point[i]));
    return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
  }
  function centreOn({ left, right, top, bottom }, behavior) {
    const bottomEdge = card.hidden ? innerHeight : card.getBoundingClientRect().top;
    const visible = Math.min(frame.clientHeight, Math.max(data.pitch, bottomEdge - frame.getBoundingClientRect().top));
    frame.scrollTo({
      left: ((left + right) / 2) * zoom - frame.clientWidth / 2,
      top: ((top + bottom) / 2) * zoom - visible / 2,
      behavior,
    });
  }
  function show(labels) {
    if (!known(labels).length) return;
    const box = boundsOf(labels);
    const margin = 3 * data.pitch;
    const fit = Math.min(frame.clientWidth / (box.right - box.left + margin), frame.clientHeight / (box.bottom - box.top + margin));
    zoomTo(Math.min(Math.max(zoom, 0.9), fit));
    centreOn(box, pace);
  }
  function uncover(stack) {
    const [own, over] = [stack.getBoundingClientRect(), card.getBoundingClientRect()];
    const covered = own.bottom > over.top && own.right > over.left && own.left < over.right;
    if (covered) centreOn(boundsOf([stack.dataset.hex]), pace);
  }

  // -- the card of a hex ---------------------------------------------------------------------

  const findingsAt = (hex) => [...document.querySelectorAll("#findings .finding")].filter((finding) => finding.dataset.hexes.split(" ").includes(hex));
  const wide = () => matchMedia("(min-width: 62rem)").matches;

  const element = (name, text = "", kind = "") => {
    const made = document.createElement(name);
    made.textContent = text;
    if (kind) made.className = kind;
    return made;
  };
  const supplyWords = (line) => {
    if (!line) return "";
    const rule = line.rule ? ` (${line.rule})` : "";
    if (line.state === "in") return `in supply${rule}` + (line.path.length > 1 ? `: ${line.path.length - 1} hexes to ${line.path.at(-1)}` : "");
    if (line.state === "unknown") return `supply unknown${rule}`;
    return `out of supply${rule}` + (line.cut.length ? `: cut at ${line.cut.join(", ")}` : ": no line possible");
  };
  const picture = (piece) => {
    const svg = document.createElementNS(map.namespaceURI, "svg");
    svg.setAttribute("viewBox", `0 0 ${data.edge} ${data.edge}`);
    svg.setAttribute("aria-hidden", "true");
    svg.append(...[...piece.childNodes].map((node) => node.cloneNode(true)));
    return svg;
  };
  const sideName = (side) => side && side[0].toUpperCase() + side.slice(1);
  const refsIn = (stack) => [...stack.querySelectorAll(".piece")].map((piece) => piece.dataset.ref);

  function line(piece, list) {
    const ref = piece.dataset.ref;
    const counter = data.counters[ref];
    const button = element("button");
    button.type = "button";
    button.setAttribute("aria-pressed", "false");
    const words = element("span");
    words.append(element("strong", counter.name), element("span", [counter.formation, sideName(counter.side), ...counter.states].filter(Boolean).map((word) => `, ${word}`).join("")));
    const supply = supplyWords(data.supply[ref]);
    if (supply) words.append(element("br"), element("span", supply, "faint"));
    button.append(picture(piece), words);
    button.addEventListener("click", () => {
      list.querySelectorAll("button").forEach((other) => other.setAttribute("aria-pressed", String(other === button)));
      clear();
      drawHexes([counter.hex]);
      drawZonesAndSupply([ref]);
    });
    const item = element("li");
    item.append(button);
    return item;
  }

  function open(stack) {
    picked = stack;
    const hex = stack.dataset.hex;
    const head = element("header");
    const close = element("button", "✕", "close");
    close.type = "button";
    close.setAttribute("aria-label", "Close");
    close.addEventListener("click", closeCard);
    head.append(element("h3", hex), close);
    const list = element("ul");
    list.append(...[...stack.querySelectorAll(".piece")].reverse().map((piece) => line(piece, list)));
    card.replaceChildren(head, list);
    const findings = findingsAt(hex);
    for (const finding of findings) {
      const link = element("button", "", "message");
      link.type = "button";
      link.append(element("strong", `${finding.querySelector(".head").textContent.trim()}: `), finding.querySelector(".message").textContent);
      link.addEventListener("click", () => {
        closeCard();
        finding.classList.add("lit");
        finding.focus({ preventScroll: true });
        finding.scrollIntoView({ block: "center", behavior: pace });
      });
      card.append(link);
    }
    card.hidden = false;
    clear();
    stack.classList.add("lit");
    findings.forEach((finding) => finding.classList.add("lit"));
    if (wide()) findings[0]?.scrollIntoView({ block: "nearest", behavior: pace });
    drawHexes([hex]);
    drawZonesAndSupply(refsIn(stack));
    uncover(stack);
  }

  function closeCard() {
    card.hidden = true;
    clear();
    picked?.focus({ preventScroll: true });
    picked = null;
  }

  // -- pointer and keyboard ------------------------------------------------------------------

  const tip = element("div", "", "tip");
  tip.hidden = true;
  document.body.append(tip);

  map.addEventListener("pointerover", (event) => {
    const stack = event.target.closest(".stack");
    if (event.pointerType !== "mouse" || !stack || picked) return;
    const refs = refsIn(stack);
    clear();
    drawZonesAndSupply(refs);
    tip.textContent = `${stack.dataset.hex}: ` + refs.map((ref) => data.counters[ref].name).reverse().join(", ") + lastWords(refs);
    tip.hidden = false;
  });
  const lastWords = (refs) => {
    const words = refs.map((ref) => supplyWords(data.supply[ref])).filter(Boolean);
    return words.length ? `. ${words.at(-1)}` : "";
  };
  map.addEventListener("pointermove", (event) => {
    tip.style.left = `${Math.min(event.clientX + 14, innerWidth - tip.offsetWidth - 8)}px`;
    tip.style.top = `${Math.min(event.clientY + 18, innerHeight - tip.offsetHeight - 8)}px`;
  });
  map.addEventListener("pointerout", (event) => {
    if (!event.target.closest(".stack") || picked) return;
    tip.hidden = true;
    clear();
  });
  map.addEventListener("click", (event) => {
    const stack = event.target.closest(".stack");
    tip.hidden = true;
    if (stack) open(stack);
    else if (picked) closeCard();
  });
  // The Tab key reaches one stack; the arrow keys move from there to its neighbours.
  const arrows = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
  function next(stack, [dx, dy]) {
    const [x, y] = data.hexes[stack.dataset.hex];
    let [best, least] = [null, Infinity];
    for (const other of map.querySelectorAll(".stack")) {
      const [u, v] = data.hexes[other.dataset.hex];
      const [along, across] = [(u - x) * dx + (v - y) * dy, Math.abs((u - x) * dy) + Math.abs((v - y) * dx)];
      const far = along + 2 * across;
      if (along > 1 && across <= 2 * along && far < least) [best, least] = [other, far];
    }
    return best;
  }
  map.addEventListener("focusin", (event) => {
    const stack = event.target.closest(".stack");
    if (!stack) return;
    map.querySelector('.stack[tabindex="0"]')?.setAttribute("tabindex", "-1");
    stack.setAttribute("tabindex", "0");
  });
  map.addEventListener("keydown", (event) => {
    const stack = event.target.closest(".stack");
    if (stack && event.key in arrows) {
      event.preventDefault();
      const other = next(stack, arrows[event.key]);
      other?.focus({ preventScroll: true });
      if (other) centreOn(boundsOf([other.dataset.hex]), pace);
    }
    if (stack && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      open(stack);
      card.querySelector("li button")?.focus();
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !card.hidden) closeCard();
  });

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-show], [data-path]");
    if (!button) return;
    card.hidden = true;
    picked = null;
    clear();
    const labels = (button.dataset.show ?? button.dataset.path).split(" ");
    if (button.dataset.path) {
      draw("halo", lineThrough(labels));
      draw("move", lineThrough(labels));
      drawHexes([labels[0], labels.at(-1)]);
    } else {
      drawHexes(labels);
    }
    button.closest(".finding")?.classList.add("lit");
    show(labels);
  });

  document.querySelectorAll("[data-layer]").forEach((box) => {
    const layer = document.getElementById(box.dataset.layer);
    const set = () => layer.toggleAttribute("hidden", !box.checked);
    box.addEventListener("change", set);
    set();
  });
  document.querySelectorAll("[data-zoom]").forEach((button) =>
    button.addEventListener("click", () => zoomTo(button.dataset.zoom === "fit" ? wholeMap() : zoom * Number(button.dataset.zoom))));

  frame.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const box = frame.getBoundingClientRect();
    zoomTo(zoom * Math.exp(-event.deltaY / 300), [event.clientX - box.left, event.clientY - box.top]);
  }, { passive: false });

  let pinch = null;
  const spread = ([a, b]) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
  frame.addEventListener("touchmove", (event) => {
    if (event.touches.length !== 2) return;
    event.preventDefault();
    const [a, b] = event.touches;
    const box = frame.getBoundingClientRect();
    const now = spread([a, b]);
    if (pinch) zoomTo((zoom * now) / pinch, [(a.clientX + b.clientX) / 2 - box.left, (a.clientY + b.clientY) / 2 - box.top]);
    pinch = now;
  }, { passive: false });
  frame.addEventListener("touchend", () => { pinch = null; });

  zoomTo(Math.max(wholeMap(), Math.min(1, frame.clientWidth / width)));
  const first = document.querySelector('#findings .finding:not([data-hexes=""])');
  const stacks = [...map.querySelectorAll(".stack")].map((stack) => stack.dataset.hex);
  const start = known(first ? first.dataset.hexes.split(" ") : stacks);
  if (start.length) centreOn(boundsOf(start), "auto");
})();
