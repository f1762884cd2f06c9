declare module "immure.wasm?url" {
  const url: string;
  export default url;
}
