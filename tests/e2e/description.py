"""docs/openapi.json as a server hands it out, and answers held against it."""

API = "/api/v1"


def complaints(document, schema, root, where="body"):
    """What does not fit a schema; the words of JSON Schema that the description uses."""
    if "$ref" in schema:
        schema = resolve(schema, root)
    unknown = set(schema) - {"type", "enum", "const", "required", "properties", "additionalProperties", "items",
                             "minimum", "maximum", "minItems", "maxItems", "default", "description", "pattern"}
    if unknown:
        yield f"{where}: the test does not know {unknown}"
    kinds = {"object": dict, "array": list, "string": str, "integer": int, "number": (int, float), "boolean": bool,
             "null": type(None)}
    wanted = schema.get("type", [])
    wanted = wanted if isinstance(wanted, list) else [wanted]
    if wanted and not any(isinstance(document, kinds[kind]) and
                          (kind == "boolean" or not isinstance(document, bool)) for kind in wanted):
        yield f"{where}: {document!r} is no {wanted}"
        return
    if "enum" in schema and document not in schema["enum"]:
        yield f"{where}: {document!r} is none of {schema['enum']}"
    if "const" in schema and document != schema["const"]:
        yield f"{where}: {document!r} is not {schema['const']}"
    if "minimum" in schema and document < schema["minimum"] or "maximum" in schema and document > schema["maximum"]:
        yield f"{where}: {document!r} is out of bounds"
    if isinstance(document, list):
        if not schema.get("minItems", 0) <= len(document) <= schema.get("maxItems", len(document)):
            yield f"{where}: {len(document)} items"
        for index, item in enumerate(document):
            yield from complaints(item, schema.get("items", {}), root, f"{where}[{index}]")
    if isinstance(document, dict):
        yield from object_complaints(document, schema, root, where)


def object_complaints(document, schema, root, where):
    for name in schema.get("required", []):
        if name not in document:
            yield f"{where}: {name} is missing"
    others = schema.get("additionalProperties", True)
    for name, value in document.items():
        inner = schema.get("properties", {}).get(name, others)
        if inner is False:
            yield f"{where}: {name} is not described"
        elif isinstance(inner, dict):
            yield from complaints(value, inner, root, f"{where}.{name}")


def resolve(thing, root):
    while "$ref" in thing:
        found = root
        for name in thing["$ref"].split("/")[1:]:
            found = found[name]
        thing = found
    return thing


def check(answer, operation, root, status):
    """What is wrong with an answer that should have a status."""
    if answer.status != status:
        return f"{answer.status} instead of {status}: {answer.body[:300]!r}"
    if str(status) not in operation["responses"]:
        return f"{status} is not described"
    response = resolve(operation["responses"][str(status)], root)
    for name in response.get("headers", {}):
        if name.lower() not in answer.headers:
            return f"the header {name} is missing"
    for kind, content in response.get("content", {}).items():
        if answer.headers["content-type"] != kind:
            return f"the type is {answer.headers['content-type']}"
        if kind == "application/json":
            return "\n".join(complaints(answer.json(), content["schema"], root)) or None
    return None


def operations(root):
    for path, item in root["paths"].items():
        for method, operation in item.items():
            if method != "parameters":
                yield path, method.upper(), operation
