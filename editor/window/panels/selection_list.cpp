// SPDX-License-Identifier: Apache-2.0
#include <QLabel>
#include <QListWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "editor/window/panels/panels.h"
#include "engine/picture/map_picture.h"

namespace casebook::window {

namespace {

class SelectionList : public Panel {
  Q_DECLARE_TR_FUNCTIONS(casebook::window::SelectionList)

 public:
  SelectionList(Desk& desk, std::function<void(int)> show, QWidget* parent)
      : Panel(desk, Topic::selection | Topic::cursor | Topic::pieces | Topic::content, parent) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(6, 6, 6, 6);
    list_ = new QListWidget;
    list_->setAccessibleName(tr("Selected hexes and their units"));
    list_->setWordWrap(true);
    layout->addWidget(list_);
    connect(list_, &QListWidget::itemActivated, this,
            [show](QListWidgetItem* item) { show(item->data(Qt::UserRole).toInt()); });
  }

 protected:
  void refresh(unsigned) override {
    list_->clear();
    if (desk_.map() == nullptr) return;
    std::vector<int> hexes = desk_.selection().hexes;
    if (desk_.selection().empty() && desk_.cursor() >= 0) hexes.push_back(desk_.cursor());
    for (const std::string& entity : desk_.selection().entities) add_unit(entity, hexes);
    if (hexes.empty() && list_->count() > 0) return;
    if (hexes.empty()) {
      auto* item = new QListWidgetItem(tr("Nothing is selected. Click a hex or a unit on the map."), list_);
      item->setData(Qt::UserRole, -1);
      return;
    }
    if (hexes.size() > 200) hexes.resize(200);
    const picture::MapPicture drawn(*desk_.map(), desk_.numbering(), desk_.style(), hexes);
    for (const int hex : hexes) {
      auto* item = new QListWidgetItem(QString::fromStdString(drawn.hex_title(hex)), list_);
      item->setData(Qt::UserRole, hex);
      for (const picture::Counter& counter : desk_.counters()) {
        if (counter.hex != hex) continue;
        auto* unit = new QListWidgetItem("    " + QString::fromStdString(counter.title), list_);
        unit->setData(Qt::UserRole, hex);
      }
    }
  }

 private:
  /// A selected unit that stands in none of the selected hexes.
  void add_unit(const std::string& entity, const std::vector<int>& hexes) {
    for (const picture::Counter& counter : desk_.counters()) {
      if (counter.kind + " " + counter.id != entity) continue;
      if (std::find(hexes.begin(), hexes.end(), counter.hex) != hexes.end()) return;
      auto* item = new QListWidgetItem(QString::fromStdString(counter.title), list_);
      item->setData(Qt::UserRole, counter.hex);
      return;
    }
  }
  QListWidget* list_;
};

}  // namespace

Panel* make_selection_list(Desk& desk, std::function<void(int)> show, QWidget* parent) {
  return new SelectionList(desk, std::move(show), parent);
}

}  // namespace casebook::window
