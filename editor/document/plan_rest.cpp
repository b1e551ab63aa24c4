// SPDX-License-Identifier: Apache-2.0
// Commands that are on their way.
#include "editor/document/plan.h"

namespace casebook::editor {

Done Plan::make(const DrawLink&) {
  return refuse("this is not built yet");
}
Done Plan::make(const EraseLink&) {
  return refuse("this is not built yet");
}
Done Plan::make(const AddLabel&) {
  return refuse("this is not built yet");
}
Done Plan::make(const SetLabel&) {
  return refuse("this is not built yet");
}
Done Plan::make(const RemoveLabel&) {
  return refuse("this is not built yet");
}
Done Plan::make(const SetPlace&) {
  return refuse("this is not built yet");
}
Done Plan::make(const RenamePlace&) {
  return refuse("this is not built yet");
}
Done Plan::make(const ResizeMap&) {
  return refuse("this is not built yet");
}
Done Plan::make(const SetLayout&) {
  return refuse("this is not built yet");
}
Done Plan::make(const SetHoles&) {
  return refuse("this is not built yet");
}
Done Plan::make(const SetNumbering&) {
  return refuse("this is not built yet");
}
Done Plan::make(const UseNumbering&) {
  return refuse("this is not built yet");
}
Done Plan::make(const SetFileNumbering&) {
  return refuse("this is not built yet");
}
Done Plan::make(const DefineProvenance&) {
  return refuse("this is not built yet");
}
Done Plan::make(const RemoveProvenance&) {
  return refuse("this is not built yet");
}
Done Plan::make(const RenameProvenance&) {
  return refuse("this is not built yet");
}
Done Plan::make(const SetProvenance&) {
  return refuse("this is not built yet");
}
Done Plan::make(const SetFileProvenance&) {
  return refuse("this is not built yet");
}
Done Plan::make(const AddEntity&) {
  return refuse("this is not built yet");
}
Done Plan::make(const DuplicateEntity&) {
  return refuse("this is not built yet");
}
Done Plan::make(const RemoveEntities&) {
  return refuse("this is not built yet");
}
Done Plan::make(const SetEntities&) {
  return refuse("this is not built yet");
}
Done Plan::make(const PlaceEntities&) {
  return refuse("this is not built yet");
}
Done Plan::make(const SetWith&) {
  return refuse("this is not built yet");
}
Done Plan::make(const MoveEntity&) {
  return refuse("this is not built yet");
}
Done Plan::make(const RenameEntity&) {
  return refuse("this is not built yet");
}
Done Plan::make(const SetTitle&) {
  return refuse("this is not built yet");
}
Done Plan::make(const SetSwitch&) {
  return refuse("this is not built yet");
}
Done Plan::make(const SetFact&) {
  return refuse("this is not built yet");
}
Done Plan::make(const SetState&) {
  return refuse("this is not built yet");
}
Done Plan::make(const SetRelation&) {
  return refuse("this is not built yet");
}
Done Plan::make(const SetEdition&) {
  return refuse("this is not built yet");
}
Done Plan::make(const SetScenarioFiles&) {
  return refuse("this is not built yet");
}
Done Plan::make(const SetStyle&) {
  return refuse("this is not built yet");
}
Done Plan::make(const SetScan&) {
  return refuse("this is not built yet");
}
Done Plan::make(const Acknowledge&) {
  return refuse("this is not built yet");
}
Done Plan::make(const AddFile&) {
  return refuse("this is not built yet");
}
Done Plan::make(const RemoveFile&) {
  return refuse("this is not built yet");
}

}  // namespace casebook::editor
