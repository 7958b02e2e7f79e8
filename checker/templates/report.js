"use strict";
// Answers to pointer and keyboard on a page that holds everything it needs.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const [map, frame, chosen, card] = ["map", "frame", "chosen", "card"].map((id) => document.getElementById(id));
  const [width, height] = data.size;
  const pace = matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
  let zoom = 1;
  let picked = null;

  // -- drawing on the map --------------------------------------------------------------------

  const drawn = (kind, course) => {
    const path = document.createElementNS(map.namespaceURI, "path");
    path.setAttribute("class", kind);
    path.setAttribute("d", course);
    chosen.append(path);
  };
  const outline = (label, scale = 1) => {
    const [x, y] = data.hexes[label];
    return "M" + data.corners.map(([dx, dy]) => `${x + dx * scale} ${y + dy * scale}`).join("L") + "Z";
  };
  const known = (labels) => labels.filter((label) => label in data.hexes);
  const course = (labels) => "M" + known(labels).map((label) => data.hexes[label].join(" ")).join("L");
  const cross = (label) => {
    const [x, y] = data.hexes[label];
    const r = data.pitch * 0.3;
    return `M${x - r} ${y - r}L${x + r} ${y + r}M${x - r} ${y + r}L${x + r} ${y - r}`;
  };
  const wipe = () => {
    chosen.replaceChildren();
    document.querySelectorAll(".lit").forEach((one) => one.classList.remove("lit"));
  };

  function outlined(labels) {
    const course = known(labels).map((label) => outline(label)).join("");
    drawn("halo", course);
    drawn("hex", course);
  }

  function supplied(refs) {
    const lines = refs.map((ref) => data.supply[ref]).filter(Boolean);
    for (const ref of refs) {
      const zone = known(data.zoc[ref] ?? []);
      if (zone.length) drawn("area", zone.map((label) => outline(label, 0.92)).join(""));
    }
    for (const line of lines) {
      if (line.path.length > 1) {
        drawn("halo", course(line.path));
        drawn("way", course(line.path));
      }
      const cut = known(line.cut);
      if (cut.length) {
        drawn("halo", cut.map(cross).join(""));
        drawn("cut", cut.map((label) => cross(label) + outline(label, 0.9)).join(""));
      }
    }
  }

  // -- size and place ------------------------------------------------------------------------

  function scaled(to, at = [frame.clientWidth / 2, frame.clientHeight / 2]) {
    const [x, y] = [(frame.scrollLeft + at[0]) / zoom, (frame.scrollTop + at[1]) / zoom];
    zoom = Math.min(4, Math.max(0.15, to));
    map.style.width = `${width * zoom}px`;
    map.style.height = `${height * zoom}px`;
    frame.scrollLeft = x * zoom - at[0];
    frame.scrollTop = y * zoom - at[1];
  }
  const whole = () => Math.min(frame.clientWidth / width, frame.clientHeight / height);

  function around(labels) {
    const points = known(labels).map((label) => data.hexes[label]);
    const [xs, ys] = [0, 1].map((i) => points.map((point) => point[i]));
    return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
  }
  function centred({ left, right, top, bottom }, behavior) {
    const under = card.hidden ? innerHeight : card.getBoundingClientRect().top;
    const seen = Math.min(frame.clientHeight, Math.max(data.pitch, under - frame.getBoundingClientRect().top));
    frame.scrollTo({
      left: ((left + right) / 2) * zoom - frame.clientWidth / 2,
      top: ((top + bottom) / 2) * zoom - seen / 2,
      behavior,
    });
  }
  function shown(labels) {
    if (!known(labels).length) return;
    const box = around(labels);
    const room = 3 * data.pitch;
    const fitting = Math.min(frame.clientWidth / (box.right - box.left + room), frame.clientHeight / (box.bottom - box.top + room));
    scaled(Math.min(Math.max(zoom, 0.9), fitting));
    centred(box, pace);
  }
  function uncovered(stack) {
    const [seen, over] = [stack.getBoundingClientRect(), card.getBoundingClientRect()];
    const covered = seen.bottom > over.top && seen.right > over.left && seen.left < over.right;
    if (covered) centred(around([stack.dataset.hex]), pace);
  }

  // -- what lies in a hex --------------------------------------------------------------------

  const findingsAt = (hex) => [...document.querySelectorAll("#findings .finding")].filter((one) => one.dataset.hexes.split(" ").includes(hex));
  const beside = () => matchMedia("(min-width: 62rem)").matches;

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
    if (line.state === "unknown") return `supply not known${rule}`;
    return `out of supply${rule}` + (line.cut.length ? `: cut at ${line.cut.join(", ")}` : ": nothing would open a line");
  };
  const picture = (piece) => {
    const svg = document.createElementNS(map.namespaceURI, "svg");
    svg.setAttribute("viewBox", `0 0 ${data.edge} ${data.edge}`);
    svg.setAttribute("aria-hidden", "true");
    svg.append(...[...piece.childNodes].map((node) => node.cloneNode(true)));
    return svg;
  };
  const sided = (side) => side && side[0].toUpperCase() + side.slice(1);
  const refsIn = (stack) => [...stack.querySelectorAll(".piece")].map((piece) => piece.dataset.ref);

  function line(piece, list) {
    const ref = piece.dataset.ref;
    const told = data.counters[ref];
    const button = element("button");
    button.type = "button";
    button.setAttribute("aria-pressed", "false");
    const words = element("span");
    words.append(element("strong", told.name), element("span", [told.formation, sided(told.side), ...told.states].filter(Boolean).map((word) => `, ${word}`).join("")));
    const supply = supplyWords(data.supply[ref]);
    if (supply) words.append(element("br"), element("span", supply, "faint"));
    button.append(picture(piece), words);
    button.addEventListener("click", () => {
      list.querySelectorAll("button").forEach((one) => one.setAttribute("aria-pressed", String(one === button)));
      wipe();
      outlined([told.hex]);
      supplied([ref]);
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
    close.addEventListener("click", shut);
    head.append(element("h3", hex), close);
    const list = element("ul");
    list.append(...[...stack.querySelectorAll(".piece")].reverse().map((piece) => line(piece, list)));
    card.replaceChildren(head, list);
    const told = findingsAt(hex);
    for (const finding of told) {
      const said = element("button", "", "said");
      said.type = "button";
      said.append(element("strong", `${finding.querySelector(".head").textContent.trim()}: `), finding.querySelector(".message").textContent);
      said.addEventListener("click", () => {
        shut();
        finding.classList.add("lit");
        finding.focus({ preventScroll: true });
        finding.scrollIntoView({ block: "center", behavior: pace });
      });
      card.append(said);
    }
    card.hidden = false;
    wipe();
    stack.classList.add("lit");
    told.forEach((finding) => finding.classList.add("lit"));
    if (beside()) told[0]?.scrollIntoView({ block: "nearest", behavior: pace });
    outlined([hex]);
    supplied(refsIn(stack));
    uncovered(stack);
  }

  function shut() {
    card.hidden = true;
    wipe();
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
    wipe();
    supplied(refs);
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
    wipe();
  });
  map.addEventListener("click", (event) => {
    const stack = event.target.closest(".stack");
    tip.hidden = true;
    if (stack) open(stack);
    else if (picked) shut();
  });
  // One stack is in the order of the tabulator; the arrows go from there to the next one.
  const bearing = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
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
    if (stack && event.key in bearing) {
      event.preventDefault();
      const other = next(stack, bearing[event.key]);
      other?.focus({ preventScroll: true });
      if (other) centred(around([other.dataset.hex]), pace);
    }
    if (stack && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      open(stack);
      card.querySelector("li button")?.focus();
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !card.hidden) shut();
  });

  document.addEventListener("click", (event) => {
    const asked = event.target.closest("[data-show], [data-march]");
    if (!asked) return;
    card.hidden = true;
    picked = null;
    wipe();
    const labels = (asked.dataset.show ?? asked.dataset.march).split(" ");
    if (asked.dataset.march) {
      drawn("halo", course(labels));
      drawn("march", course(labels));
      outlined([labels[0], labels.at(-1)]);
    } else {
      outlined(labels);
    }
    asked.closest(".finding")?.classList.add("lit");
    shown(labels);
  });

  document.querySelectorAll("[data-layer]").forEach((box) => {
    const layer = document.getElementById(box.dataset.layer);
    const set = () => layer.toggleAttribute("hidden", !box.checked);
    box.addEventListener("change", set);
    set();
  });
  document.querySelectorAll("[data-zoom]").forEach((button) =>
    button.addEventListener("click", () => scaled(button.dataset.zoom === "fit" ? whole() : zoom * Number(button.dataset.zoom))));

  frame.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const box = frame.getBoundingClientRect();
    scaled(zoom * Math.exp(-event.deltaY / 300), [event.clientX - box.left, event.clientY - box.top]);
  }, { passive: false });

  let pinch = null;
  const spread = ([a, b]) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
  frame.addEventListener("touchmove", (event) => {
    if (event.touches.length !== 2) return;
    event.preventDefault();
    const [a, b] = event.touches;
    const box = frame.getBoundingClientRect();
    const now = spread([a, b]);
    if (pinch) scaled((zoom * now) / pinch, [(a.clientX + b.clientX) / 2 - box.left, (a.clientY + b.clientY) / 2 - box.top]);
    pinch = now;
  }, { passive: false });
  frame.addEventListener("touchend", () => { pinch = null; });

  scaled(Math.max(whole(), Math.min(1, frame.clientWidth / width)));
  const first = document.querySelector('#findings .finding:not([data-hexes=""])');
  const stacks = [...map.querySelectorAll(".stack")].map((stack) => stack.dataset.hex);
  const seen = known(first ? first.dataset.hexes.split(" ") : stacks);
  if (seen.length) centred(around(seen), "auto");
})();
