"""Generates C, TypeScript, OpenRPC and Markdown from the contract, which has one JSON file per namespace."""
